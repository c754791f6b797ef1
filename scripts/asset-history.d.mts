export const KEPT_BUILDS: number;
export function keepAssets(web: string, history: string): void;
