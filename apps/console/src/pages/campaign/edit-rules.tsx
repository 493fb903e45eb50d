import { useState } from 'react';
import type { Campaign, ChangeCampaign } from '@outdial/client';
import { toRules, toWindows, weekdays, windowProblem, type Window } from '../../lib/week';
import { Action } from '../../ui/action';
import { Button } from '../../ui/button';
import { CheckField, TextField } from '../../ui/fields';
import { changeCampaign } from './campaign-requests';
import { ChangePreview } from './change-preview';
import { WeekGrid } from './week-grid';

const zones = Intl.supportedValuesOf('timeZone');

/** Changes the windows and the zone of a campaign, after a look at the calls that would move. */
export function EditRules({ campaign }: { campaign: Campaign }) {
  const { Defaults = {} } = campaign.Data;
  const [windows, setWindows] = useState(() => toWindows(Defaults.Constraints?.TimeRules ?? []));
  const [zone, setZone] = useState(Defaults.Constraints?.TimeZone ?? '');
  const { TimeRules: _rules, TimeZone: _zone, ...others } = Defaults.Constraints ?? {};
  const problem = windows.map(windowProblem).find((each) => each !== undefined);
  const body: ChangeCampaign = {
    Defaults: {
      ...Defaults,
      Constraints: {
        ...others,
        ...(windows.length === 0 ? {} : { TimeRules: toRules(windows) }),
        ...(zone === '' ? {} : { TimeZone: zone }),
      },
    },
  };
  const change = (index: number, part: Partial<Window>): void =>
    setWindows(windows.map((window, i) => (i === index ? { ...window, ...part } : window)));
  return (
    <Action
      label="Change…"
      title="Change calling hours"
      scope="campaigns:manage"
      request={() => problem ?? changeCampaign(campaign.ID, body)}
    >
      <WeekGrid windows={problem === undefined ? windows : []} />
      {windows.map((window, index) => (
        <WindowRow
          key={index}
          window={window}
          onChange={(part) => change(index, part)}
          onRemove={() => setWindows(windows.filter((_, i) => i !== index))}
        />
      ))}
      <Button onClick={() => setWindows([...windows, { days: weekdays.slice(0, 5), start: '09:00', end: '17:00' }])}>
        Add a window
      </Button>
      <TextField label="Time zone" value={zone} onChange={setZone} hint="An IANA name such as Europe/Berlin." />
      {zone !== '' && !zones.includes(zone) && <p className="text-warn">This browser does not know the zone {zone}.</p>}
      {problem === undefined && <ChangePreview campaignID={campaign.ID} body={body} />}
    </Action>
  );
}

interface WindowRowProps {
  window: Window;
  onChange: (part: Partial<Window>) => void;
  onRemove: () => void;
}
const WindowRow = ({ window, onChange, onRemove }: WindowRowProps) => (
  <fieldset className="border-line space-y-2 rounded border p-2">
    <legend className="text-muted">Window</legend>
    <div className="flex flex-wrap gap-2">
      {weekdays.map((day) => (
        <CheckField
          key={day}
          label={day}
          checked={window.days.includes(day)}
          onChange={(on) =>
            onChange({ days: weekdays.filter((each) => (each === day ? on : window.days.includes(each))) })
          }
        />
      ))}
    </div>
    <div className="flex items-end gap-2">
      <TextField label="From" value={window.start} onChange={(start) => onChange({ start })} />
      <TextField label="To" value={window.end} onChange={(end) => onChange({ end })} />
      <Button onClick={onRemove}>Remove</Button>
    </div>
  </fieldset>
);
