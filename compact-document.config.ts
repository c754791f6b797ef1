import type { Plugin } from 'vite';

/**
 * The document without the indents of its source: it comes first of all, and compressed they are a twentieth of it. A line break between
 * two tags is nothing to see where all stand in rows of their own, as those of the first frame do.
 */
export function compactDocument(): Plugin {
  return {
    name: 'prilavok:compact-document',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(/>\s*\n\s*</g, '><') },
  };
}
