// One contest: what was asked, how it stands, and everything it came to, tab by tab. Each tab has an address of its own.
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { contestHref, type Route, useRoute } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { Shown, Tabs } from '../design/parts.tsx';
import { ContestHeader } from './contest-header.tsx';
import { tabsOf } from './contest-tabs.tsx';

export function ContestPage() {
  const route = useRoute();
  const [, id = ''] = route.path;
  const answer = useAnswer<ContestJson>(`/contests/${encodeURIComponent(id)}`);
  return (
    <div className="page wide stack">
      <Shown answer={answer}>{(contest) => <Contest contest={contest} route={route} />}</Shown>
    </div>
  );
}

function Contest({ contest, route }: { readonly contest: ContestJson; readonly route: Route }) {
  const tabs = tabsOf(contest);
  const here = tabs.find(({ name }) => name === route.path[2]) ?? tabs[0];
  return (
    <>
      <ContestHeader contest={contest} />
      <Tabs
        label="Of this contest"
        tabs={tabs.map(({ name, title, count }) => ({
          ...{ name: title, href: contestHref(contest.id, name), isHere: name === here?.name },
          ...(count !== undefined && { count }),
        }))}
      />
      {here !== undefined && <here.View contest={contest} />}
    </>
  );
}
