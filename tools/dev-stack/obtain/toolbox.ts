import type { DevStack } from '../config';
import type { Supervisor } from '../processes/supervisor';
import type { Terminal } from '../terminal';
import type { Cache } from './cache';

/** The dependencies of every source. */
export interface Toolbox {
  stack: DevStack;
  supervisor: Supervisor;
  terminal: Terminal;
  cache: Cache;
  env: NodeJS.ProcessEnv;
}
