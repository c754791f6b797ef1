import type { Guard } from './guard.ts';

const TAKINGS = 'src/offline/takings';

/** Guards of what is taken along. */
export const takingsGuards: Guard[] = [
  {
    name: 'one tab takes along',
    invariant: 'I11',
    isOfTakings: true,
    seed: 7,
    mutations: [
      {
        file: `${TAKINGS}/start-takings.ts`,
        from: 'await (locks ? locks.request(`${LOCK_NAME}-${takings.userId}`, { signal }, lead) : lead());',
        to: 'void locks; void LOCK_NAME; await lead();',
      },
    ],
  },
  {
    name: 'a save drops what was taken before it',
    invariant: 'I9',
    isOfTakings: true,
    seed: 139,
    heldBy: 'src/offline/takings/taken-store.test.ts',
    mutations: [
      {
        file: `${TAKINGS}/taken-store.ts`,
        from: 'objects.put(mark, DROPPED + prefix);',
        to: '',
      },
    ],
  },
  {
    name: 'a taking that was killed goes on at the next start',
    invariant: 'I8',
    isOfTakings: true,
    seed: 3,
    mutations: [
      { file: `${TAKINGS}/start-takings.ts`, from: 'if (isAnythingTaken()) startTakings();', to: '' },
    ],
  },
  {
    name: 'a tab that was opened before goes on with what another began',
    invariant: 'I8',
    isOfTakings: true,
    seed: 229,
    mutations: [
      {
        file: `${TAKINGS}/start-takings.ts`,
        from: '    follow();\n    void takingsStatus.look();',
        to: '    void takingsStatus.look();',
      },
    ],
  },
  {
    name: 'what is asked for again is fetched again, whatever the clock says',
    invariant: 'I8',
    isOfTakings: true,
    seed: 196,
    mutations: [
      {
        file: `${TAKINGS}/taking.ts`,
        from: '(units.get(key)?.mark ?? -1) >= taking.mark',
        to: '(units.get(key)?.fetchedAtMs ?? -1) >= taking.beganAtMs',
      },
    ],
  },
  {
    name: 'a picture that could not be reached keeps its card from being whole',
    invariant: 'I8',
    isOfTakings: true,
    seed: 23,
    mutations: [
      {
        file: `${TAKINGS}/taken-photos.ts`,
        from: 'throw new PhotoUnreachable(address);',
        to: 'return undefined;',
      },
    ],
  },
];
