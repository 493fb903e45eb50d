import { useDeferredValue, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CreateJob } from '@outdial/client';
import { http } from '../../api/client';
import { formatInstant } from '../../lib/format';
import { Panel } from '../../ui/layout';
import { Loaded } from '../../ui/loaded';
import { ScheduleView } from '../job/schedule-panel';

const hourMs = 3_600_000;
const hoursOfWeek = 7 * 24;

/** When the job would be called if it were created at the instant of the clock: now, or up to a week later. */
export function PreviewPanel({ campaignID, body }: { campaignID: string; body: CreateJob }) {
  const [openedMs] = useState(() => Date.now());
  const [hours, setHours] = useState(0);
  const asked = useDeferredValue({ body, nowMs: openedMs + hours * hourMs });
  const preview = useQuery({
    queryKey: ['schedule-preview', campaignID, asked],
    queryFn: async () => {
      const query = { now_ms: asked.nowMs, attempts: 5, assume: 'contact_did_not_answer' as const };
      const params = { path: { campaignID }, query };
      const { data } = await http.POST('/campaigns/{campaignID}/schedule-preview', { params, body: asked.body });
      if (data === undefined) throw new Error('The preview is empty.');
      return data;
    },
    retry: false,
    placeholderData: (previous) => previous,
  });
  return (
    <Panel title="When it would ring">
      <label className="mb-3 block">
        If it were created <output>{formatInstant(openedMs + hours * hourMs)}</output>
        <input
          type="range"
          min={0}
          max={hoursOfWeek}
          value={hours}
          className="block w-full"
          aria-label="Hours from now"
          onChange={(event) => setHours(Number(event.target.value))}
        />
      </label>
      <Loaded query={preview}>
        {(explanation) => <ScheduleView explanation={explanation} zone={body.Overrides?.Constraints?.TimeZone} />}
      </Loaded>
    </Panel>
  );
}
