/** Test support: how often others have their turn in the process while the work is done. */
export async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const take = () => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
  await work;
  isOver = true;
  return turns;
}
