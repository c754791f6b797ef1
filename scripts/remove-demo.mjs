import { build } from './build.mjs';

await build({ isQuiet: true, parts: ['server'] });
await import('../dist/server/remove-demo.js');
