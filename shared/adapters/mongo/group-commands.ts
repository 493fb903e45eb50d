import { isStoreUnavailable } from './errors';
import { waitForSettled } from './wait-for-settled';

interface Pending<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Bounds a command, and what is sent again if it fails. */
const maxGroup = 50;
/** A command that hangs delays the following one for at most this long. */
const maxWaitMs = 100;

/**
 * Lets concurrent requests share a command: what is requested during one command is sent together after it. So a request
 * that comes alone is sent at once, and a busy process sends few commands.
 * @param run sends at most `maxItems` in one command. It returns the error of each item that failed, by its position,
 * and rejects if all failed
 * @returns a function that resolves when the command of its item has ended
 */
export function groupCommands<Item>(
  run: (items: readonly Item[]) => Promise<readonly unknown[]>,
  maxItems = maxGroup,
): (item: Item) => Promise<void> {
  const pending: Pending<Item>[] = [];
  let isBusy = false;
  const send = async (group: readonly Pending<Item>[]): Promise<void> => {
    try {
      const errors = await run(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        if (errors[index] === undefined) resolve();
        else reject(errors[index]);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const sendNext = (): void => {
    if (isBusy || pending.length === 0) return;
    isBusy = true;
    void waitForSettled(send(pending.splice(0, maxItems)), maxWaitMs).then(() => {
      isBusy = false;
      sendNext();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject });
      sendNext();
    });
}

/**
 * Sends the items of a group alone whose command failed as a whole, perhaps for one of them.
 * @returns the error of each item that failed alone, by its position
 * @throws the error of the group if there is nothing to distinguish: it had one item, or the store is unavailable
 */
export async function runAlone<Item>(
  items: readonly Item[],
  error: unknown,
  run: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  if (items.length === 1 || isStoreUnavailable(error)) throw error;
  return Promise.all(
    items.map((item) =>
      run(item).then(
        () => undefined,
        (alone: unknown) => alone,
      ),
    ),
  );
}
