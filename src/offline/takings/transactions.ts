/** Keys of this database are texts. */
export function textOfKey(key: IDBValidKey): string {
  return typeof key === 'string' ? key : '';
}

/** Every key that begins so. */
export function startingWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

/** What a request finds, within its transaction: promises would let that end. */
export function ask<T>(request: IDBRequest<T>, take: (found: T) => void): void {
  request.addEventListener('success', () => take(request.result));
}

export function eachOf(
  objects: IDBObjectStore,
  range: IDBKeyRange,
  take: (key: string, value: unknown) => void,
  whenDone: () => void = () => undefined,
): void {
  ask<IDBCursorWithValue | null>(objects.openCursor(range), (cursor) => {
    if (!cursor) {
      whenDone();
      return;
    }
    take(textOfKey(cursor.key), cursor.value);
    cursor.continue();
  });
}

/** Resolves when the transaction is done; what `step` throws, or the disk refuses, leaves nothing of it. */
export function transact(objects: IDBObjectStore, step: (objects: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const { transaction } = objects;
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('What was taken could not be kept')),
    );
    step(objects);
  });
}
