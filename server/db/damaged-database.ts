import { StartError } from '#server/errors/start-error.ts';

const BACKUP = 'Верните папку данных из копии: docs/operations.md, «Данные и копии»';

export function notADatabase(folder: string): StartError {
  return new StartError(`Папка ${folder} не пуста, но базы данных в ней нет. ${BACKUP}.`);
}

export function damagedDatabase(folder: string): StartError {
  return new StartError(`База данных в папке ${folder} повреждена и не открывается. ${BACKUP}.`);
}

/** PostgreSQL's own words for files that are not what they should be: XX internal, 58 system error. */
const DAMAGE_STATES = /^(XX|58)/;

export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DAMAGE_STATES.test(String(error.code));
}
