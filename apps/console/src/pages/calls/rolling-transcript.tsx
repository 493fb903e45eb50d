import { useLayoutEffect, useRef } from 'react';
import type { Call } from '@outdial/client';
import { Transcript } from '../../ui/transcript';

/** So near to its end a person follows what is said; further up, they read. */
const nearEndPx = 40;

/** What is said in a call. It rolls on with the call, unless a person has scrolled up to read. */
export function RollingTranscript({ callID, messages }: { callID: string; messages: Call['Messages'] }) {
  const region = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  useLayoutEffect(() => {
    const element = region.current;
    if (element !== null && isFollowing.current) element.scrollTop = element.scrollHeight;
  }, [messages]);
  return (
    <div
      ref={region}
      tabIndex={0}
      role="region"
      aria-label="Transcript"
      className="max-h-60 overflow-y-auto"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
    >
      <Transcript callID={callID} messages={messages} />
    </div>
  );
}
