export function placeKillSwitch(web: string): Promise<void>;
