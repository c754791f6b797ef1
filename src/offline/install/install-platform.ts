/** Apple's browsers install by their menus and tell the page nothing: these are the steps to show, if any. */
export function installSteps({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): 'ios' | 'mac-safari' | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (!userAgent.includes('Macintosh')) return undefined;
  // An iPad calls itself a Mac, but no Mac is touched.
  if (maxTouchPoints > 1) return 'ios';
  // «Add to Dock» came with Safari 17.
  const version = /Version\/(\d+).* Safari\//.exec(userAgent)?.[1];
  return version !== undefined && Number(version) >= 17 ? 'mac-safari' : undefined;
}
