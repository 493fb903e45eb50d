// Preloaded into the measured worker and so into each of its threads: the measurement counts live memory, not garbage.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { setInterval } = require('node:timers');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 1_000).unref();
