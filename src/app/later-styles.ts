let loading: Promise<void> | undefined;

/**
 * The styles of all that is no first screen: the document names their sheet (first-styles.config.ts). Every other page waits for
 * them as for its code. Under the development server there is one sheet for all.
 */
export function laterStyles(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    // The next page asks again.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const href = document.querySelector('meta[name="later-styles"]')?.getAttribute('content');
  if (!href) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      // As engines say it of a part that does not come: to the user it is one.
      reject(new TypeError('error loading dynamically imported module: styles'));
    });
    document.head.append(link);
  });
}
