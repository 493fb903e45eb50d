import type { DevStack } from '../config';
import type { Supervisor } from '../processes/supervisor';
import type { Terminal } from '../terminal';
import type { Cache } from './cache';

/** What every way of getting a program works with. */
export interface Toolbox {
  stack: DevStack;
  supervisor: Supervisor;
  terminal: Terminal;
  cache: Cache;
  env: NodeJS.ProcessEnv;
}
