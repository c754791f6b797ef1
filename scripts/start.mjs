const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Нужен Node.js 20.19 или новее, а здесь ${process.versions.node}.\n`);
  process.exit(1);
}

process.setSourceMapsEnabled(true);
const { build } = await import('./build.mjs');
try {
  await build({ isQuiet: true });
} catch (error) {
  process.stderr.write(`Сборка не удалась: ${error.message}\nПроверьте, что выполнено npm ci.\n`);
  process.exit(1);
}
await import('../dist/server/main.js');
