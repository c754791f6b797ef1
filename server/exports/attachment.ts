/** A download's Content-Disposition (RFC 6266): the name as it is, and one of plain letters for what is old. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w. -]+/g, '_').replace(/^[\s._]+/, '');
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${extended}`;
}
