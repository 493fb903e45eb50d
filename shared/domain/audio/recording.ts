/** The files of a recorded call: the contact, the assistant, and both (stereo, the contact on the left). */
export const recordingFiles = ['input.mp3', 'output.mp3', 'merged.mp3'] as const;
export type RecordingFile = (typeof recordingFiles)[number];
