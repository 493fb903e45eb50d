import type { Activities } from '../../activities';

/** A worker that is cut off from Temporal: to the engine its call is lost, but the conversation goes on. */
export const cutOff = ({ placeCall }: Activities): Partial<Activities> => ({
  placeCall: (at) => {
    void placeCall(at).catch(() => undefined);
    return Promise.reject(new Error('The worker is cut off.'));
  },
});
