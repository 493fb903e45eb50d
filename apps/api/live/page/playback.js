/* global AudioWorkletProcessor, registerProcessor, sampleRate */

/** Buffers this much before playback starts, so that slightly late frames cause no gap. */
const startSeconds = 0.1;
/** Audio further behind than this is skipped to stay live. */
const longestSeconds = 0.6;
/** How often the level is reported. */
const levelEverySeconds = 0.05;

/** Plays the samples that it receives, and reports the actual level. */
class Playback extends AudioWorkletProcessor {
  constructor() {
    super();
    this.blocks = [];
    this.waiting = 0;
    this.offset = 0;
    this.playing = false;
    this.sum = 0;
    this.count = 0;
    this.port.onmessage = ({ data }) => this.take(data);
  }

  take(samples) {
    this.blocks.push(samples);
    this.waiting += samples.length;
    while (this.waiting > longestSeconds * sampleRate && this.blocks.length > 1) {
      this.waiting -= this.blocks.shift().length - this.offset;
      this.offset = 0;
    }
    if (this.waiting >= startSeconds * sampleRate) this.playing = true;
  }

  next() {
    const [block] = this.blocks;
    if (!this.playing || block === undefined) {
      this.playing = false;
      return 0;
    }
    const sample = block[this.offset++];
    this.waiting--;
    if (this.offset === block.length) {
      this.blocks.shift();
      this.offset = 0;
    }
    return sample;
  }

  process(_inputs, [[output]]) {
    for (let i = 0; i < output.length; i++) {
      output[i] = this.next();
      this.sum += output[i] * output[i];
    }
    this.count += output.length;
    if (this.count >= levelEverySeconds * sampleRate) {
      this.port.postMessage(Math.sqrt(this.sum / this.count));
      this.sum = 0;
      this.count = 0;
    }
    return true;
  }
}

registerProcessor('playback', Playback);
