export function moveSourceMaps(web: string, maps: string): void;
