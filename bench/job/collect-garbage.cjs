// Preloaded into a worker under measurement, and by that into each of its threads: what is measured is what is held, and not what
// happens to lie about uncollected.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { setInterval } = require('node:timers');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 1_000).unref();
