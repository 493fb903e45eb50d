import { openMinutes, weekdays, type Window } from '../../lib/week';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A week of hours: filled where calls are allowed, half where they are in a part of the hour. */
export function WeekGrid({ windows }: { windows: readonly Window[] }) {
  const open = openMinutes(windows);
  return (
    <div role="group" aria-label="Hours of the week" tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse text-xs">
        <caption className="text-muted text-left">
          {windows.length === 0 ? 'No windows: calls are allowed at any time.' : 'Hours in which calls are allowed'}
        </caption>
        <thead>
          <tr>
            <td className="border-0" />
            {hours.map((hour) => (
              <th key={hour} scope="col" className="px-0! text-center!">
                {hour % 3 === 0 ? hour : <span className="sr-only">{hour}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((day, row) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {open[row]?.map((minutes, hour) => (
                <td
                  key={hour}
                  className={`border-line size-5 border p-0! ${minutes === 60 ? 'bg-good' : minutes > 0 ? 'bg-good/40' : ''}`}
                >
                  <span className="sr-only">
                    {minutes === 60 ? 'open' : minutes > 0 ? `${minutes} minutes` : 'closed'}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
