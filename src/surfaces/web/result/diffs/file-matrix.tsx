// Which entry changed which file, and by how many lines.
import { visibleLine } from '../../../../views/visible.ts';
import { useRoute, withQuery } from '../../address.ts';
import { Scroll } from '../../design/parts.tsx';
import type { EntryFiles, FileRow } from './changed-files.ts';
import { Lines } from './diff-parts.tsx';

export function FileMatrix({
  entries,
  rows,
}: {
  readonly entries: readonly EntryFiles[];
  readonly rows: readonly FileRow[];
}) {
  const route = useRoute();
  return (
    <Scroll label="Who changed what">
      <table className="fit matrix">
        <thead>
          <tr>
            <th scope="col">file</th>
            {entries.map(({ contestant }) => (
              <th key={contestant} scope="col">
                {visibleLine(contestant)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, by }) => (
            <tr key={path}>
              <th scope="row" className="mono">
                {visibleLine(path)}
              </th>
              {entries.map(({ contestant }, at) => {
                const file = by[at];
                if (file === undefined)
                  return (
                    <td key={contestant} className="muted">
                      <span aria-hidden="true">·</span>
                      <span className="unseen">left alone</span>
                    </td>
                  );
                return (
                  <td key={contestant}>
                    <a
                      href={withQuery(route, {
                        who: contestant,
                        file: path,
                        against: undefined,
                        hunk: undefined,
                      })}
                    >
                      <Lines {...file} />
                      <span className="unseen"> by {visibleLine(contestant)}</span>
                    </a>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
