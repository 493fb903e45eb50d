import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects now what Node would collect at an instant of its own choice. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
