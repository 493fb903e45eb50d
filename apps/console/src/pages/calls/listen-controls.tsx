import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/errors';
import { useRefusal } from '../../api/session';
import { Button } from '../../ui/button';
import type { JobPath } from '../job/job-requests';
import { listen, type Channel } from './listen';

const names: Record<Channel, string> = { user: 'Contact', bot: 'Assistant' };
const channels = Object.keys(names) as Channel[];

/** Listens to one side of a call or both, with a meter for each. */
export function ListenControls({ path, unless }: { path: JobPath & { callID: string }; unless?: string | undefined }) {
  const refusal = useRefusal('calls:listen');
  return (
    <div className="flex flex-wrap items-center gap-3">
      {channels.map((channel) => (
        <Side key={channel} path={path} channel={channel} reason={refusal ?? unless} />
      ))}
    </div>
  );
}

interface SideProps {
  path: JobPath & { callID: string };
  channel: Channel;
  reason: string | undefined;
}

function Side({ path, channel, reason }: SideProps) {
  const [state, setState] = useState<'off' | 'opening' | 'on'>('off');
  const [why, setWhy] = useState('');
  const meter = useRef<HTMLMeterElement>(null);
  const close = useRef<() => void>(undefined);
  const off = useCallback((text = ''): void => {
    close.current?.();
    close.current = undefined;
    setState('off');
    setWhy(text);
  }, []);
  useEffect(() => () => close.current?.(), []);
  const on = async (): Promise<void> => {
    setState('opening');
    setWhy('');
    try {
      const listening = await listen(path, channel, {
        // Written past React: twenty times a second.
        onLevel: (level) => {
          if (meter.current !== null) meter.current.value = level;
        },
        onEnd: (text) => {
          close.current = undefined;
          off(text);
        },
      });
      close.current = listening.close;
      setState('on');
    } catch (error) {
      off(messageOf(error));
    }
  };
  const name = names[channel];
  return (
    <div className="flex items-center gap-2">
      <Button
        reason={state === 'off' ? reason : undefined}
        busy={state === 'opening'}
        onClick={() => (state === 'on' ? off() : void on())}
      >
        {state === 'on' ? `Mute ${name.toLowerCase()}` : `Listen to ${name.toLowerCase()}`}
      </Button>
      <div className="w-20">
        <meter ref={meter} aria-label={`Level of the ${name.toLowerCase()}`} max={1} value={0} />
      </div>
      <span role="status">{why}</span>
    </div>
  );
}
