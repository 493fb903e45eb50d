import { useRef, useState } from 'react';
import type { Call } from '@outdial/client';
import { useRefusal } from '../../api/session';
import { Transcript } from '../../ui/transcript';
import { Waveform } from './waveform';

interface PlayerProps {
  path: { campaignID: string; jobID: string; callID: string };
  call: Call;
}

/** The recording of a call, with its waveform and a transcript in step with what is heard. */
export function Player({ path, call }: PlayerProps) {
  const [seconds, setSeconds] = useState(0);
  const audio = useRef<HTMLAudioElement>(null);
  const refusal = useRefusal('recordings:read');
  const isRecorded = (call.Recordings ?? []).length > 0;
  const [campaignID, jobID, callID] = [path.campaignID, path.jobID, path.callID].map(encodeURIComponent);
  const url = `/campaigns/${campaignID}/jobs/${jobID}/calls/${callID}/recordings/merged.mp3`;
  const seek = (to: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = to;
    void audio.current.play();
  };
  return (
    <div className="space-y-2">
      {!isRecorded && call.State === 'ended' && <p className="text-muted">The call has no recording.</p>}
      {isRecorded && refusal !== undefined && <p className="text-muted">{refusal}</p>}
      {isRecorded && refusal === undefined && (
        <>
          <Waveform url={url} seconds={seconds} onSeek={seek} />
          <audio
            ref={audio}
            controls
            preload="none"
            src={url}
            aria-label="Recording: the contact on the left, the assistant on the right"
            className="w-full"
            onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
          />
        </>
      )}
      <Transcript
        callID={path.callID}
        messages={call.Messages}
        {...(isRecorded && refusal === undefined ? { nowMs: seconds * 1000, onSeek: seek } : {})}
      />
    </div>
  );
}
