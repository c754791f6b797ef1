import { canReachServer, connectivity } from '#offline/connection/connectivity.ts';
import type { Reachability } from './reachability.ts';

/** Whether the server can be reached, as this tab knows it. */
export const serverReachability: Reachability = {
  isReachable: () => canReachServer(connectivity.getState()),
  subscribe: connectivity.subscribe,
};
