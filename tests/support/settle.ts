/** More turns of the event loop than anything that is under way here takes, a write to the device among it. */
const TURNS = 40;

/** Waits by turns, not by the clock: a machine that stands still spends milliseconds, and nothing has come. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}
