const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { multiplyTimeouts, timeoutFactor } = require('./timeouts.cjs');

/**
 * What jest keeps under a symbol of the global object for one file: a timeout, retries, and what it calls at each event. It adds to that list
 * for each file, so that the events of the hundredth file would be reported a hundred times.
 */
const fileState = [
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
];

/**
 * Jest makes an asynchronous context for each file and never ends it. Before Node 24, every promise of the process then pays for all files
 * before: after a hundred of them, a third of the time.
 */
const contexts = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  contexts.add(this);
  return run.apply(this, args);
};
function endContexts() {
  for (const context of contexts) context.disable();
  contexts.clear();
}

/**
 * Runs every test file of a jest process in the process's own realm, so that libraries are loaded once for all of them (see runtime.cjs).
 * A file that changes `process.env` or the console leaves no trace for the next one.
 */
module.exports = class ProcessEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { env: { ...process.env }, console: globalThis.console, exit: process.exit };
  }

  async setup() {}

  /** Jest calls it for each of its events, after it has handled the event itself. */
  handleTestEvent({ name }, state) {
    if (name === 'run_start') multiplyTimeouts(state, timeoutFactor());
  }

  async teardown() {
    const { env, console, exit } = this.before;
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    globalThis.console = console;
    process.exit = exit;
    endContexts();
    for (const name of fileState) delete globalThis[Symbol.for(name)];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks for it only to know that there is one: runtime.cjs compiles in this realm. */
  getVmContext() {
    return {};
  }
};
