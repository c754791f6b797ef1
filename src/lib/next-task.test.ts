import { expect, it } from 'vitest';
import { nextTask } from './next-task.ts';

it('comes after everything that the task of now still does, however many turns that takes', async () => {
  const order: string[] = [];
  const next = nextTask().then(() => order.push('next task'));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  order.push('this task');
  await next;
  expect(order).toEqual(['this task', 'next task']);
});
