// What there is to play, by what people want: a card for each format.
import type { DescribedFormat } from '../../../domain/settings/settings.ts';
import { hrefTo } from '../address.ts';
import { isLaunched, sentence } from './form-fields.ts';

const groups = [
  ['ask', 'Get answers', 'One question, several agents.'],
  ['decide', 'Compare and decide', 'Votes, judges, or your own blind pick.'],
  ['change', 'Change code', 'Each in a checkout of its own; the best is yours to apply.'],
] as const;

export function FormatChoice({ formats }: { readonly formats: readonly DescribedFormat[] }) {
  return (
    <div className="stack format-groups">
      {groups.map(([group, title, about]) => (
        <section key={group} className="stack tight">
          <div>
            <h2>{title}</h2>
            <p className="muted">{about}</p>
          </div>
          <div className="format-cards">
            {formats
              .filter(
                (format) =>
                  format.group === group && (isLaunched(format) || format.page?.startsOn !== undefined),
              )
              .map((format) => (
                <FormatCard key={format.name} format={format} />
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function FormatCard({ format: { name, summary, takes, page } }: { readonly format: DescribedFormat }) {
  return (
    <a
      className="format-card"
      href={page?.startsOn === undefined ? hrefTo(['new'], { format: name }) : hrefTo([page.startsOn])}
    >
      <span className="strong">{name}</span>
      <span className="muted">{sentence(summary)}</span>
      {typeof takes === 'object' && 'entries' in takes && (
        <span className="small muted">about a contest on record</span>
      )}
    </a>
  );
}
