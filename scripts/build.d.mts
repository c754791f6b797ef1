export function bundleServer(target: string): Promise<void>;
