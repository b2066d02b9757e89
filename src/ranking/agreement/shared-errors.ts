// How much each judge of a panel should count where judges err alike, learned from items that several of them judged and whose
// answer is known.
import { accuracies } from './accuracy.ts';

/** What each judge came to on one item: 1 right, 0 wrong, 1/2 a tie; undefined: it did not judge it. */
export type SharedItem = readonly (number | undefined)[];

/** Fewer items that two judges share tell nothing of how alike they err. */
const fewestItems = 10;
const folds = 5;
/** Standard errors by which other weights must beat log odds, on items that they were not learned from. */
const clearly = 0.5;

/**
 * Relative weights; undefined: too few shared items. Log odds are right for judges that err independently. The more alike they
 * err, the more the better ones should count: then the log odds are raised to a power, up to the best judge alone. Judges
 * that err like some others of the panel share one say. Cross-validation decides between these and the plain majority; log
 * odds stay unless they are beaten.
 */
export function weightsByErrors(
  odds: readonly number[],
  items: readonly SharedItem[],
): readonly number[] | undefined {
  const shared = items.filter((item) => item.filter((one) => one !== undefined).length > 1);
  if (odds.length < 2 || shared.length < fewestItems) return undefined;
  const usual = crossValidated(shared, 'odds');
  let [best, most]: [Rule, number] = ['odds', 0];
  for (const rule of rules) {
    const right = crossValidated(shared, rule);
    const leads = right.map((one, at) => one - (usual[at] ?? 0));
    const lead = sum(leads) / leads.length;
    // Half an item more that differs, so that a few which happen to agree are not a proof.
    const squares = sum(leads.map((one) => (one - lead) ** 2)) + 0.5;
    const beyond = lead - (clearly * Math.sqrt(squares)) / leads.length;
    if (beyond > most) [best, most] = [rule, beyond];
  }
  return weightsBy(best, odds, shared);
}

/** A number: the power to which log odds are raised, after judges that err alike share one say. */
type Rule = 'odds' | 'majority' | 'best alone' | number;
const rules: readonly Rule[] = ['majority', 1, 2, 4, 'best alone'];

/** How right the panel is on each item with weights that were learned from the others. */
function crossValidated(items: readonly SharedItem[], rule: Rule): readonly number[] {
  const right: number[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const others = items.filter((_, at) => at % folds !== fold);
    const weights = weightsBy(rule, oddsIn(others), others);
    for (const [at, item] of items.entries())
      if (at % folds === fold) right[at] = decidedRight(item, weights);
  }
  return right;
}

/** Judges that may be equal come out equal. Log odds of one no better than a coin are hardly any. */
export function oddsOf(trials: Parameters<typeof accuracies>[0]): readonly number[] {
  return accuracies(trials).map(({ mean }) => Math.max(leastOdds, Math.log(mean / (1 - mean))));
}

const leastOdds = 0.05;

function oddsIn(items: readonly SharedItem[]): readonly number[] {
  const judges = items[0]?.length ?? 0;
  return oddsOf(
    Array.from({ length: judges }, (_, judge) => {
      const own = items.flatMap((item) => item[judge] ?? []);
      return { right: sum(own), of: own.length };
    }),
  );
}

function weightsBy(rule: Rule, odds: readonly number[], items: readonly SharedItem[]): readonly number[] {
  if (rule === 'odds') return odds;
  if (rule === 'majority') return odds.map(() => 1);
  if (rule === 'best alone') {
    const best = odds.indexOf(Math.max(...odds));
    return odds.map((_, at) => (at === best ? 1 : 0));
  }
  const apart = spread(odds, items);
  const most = Math.max(...apart);
  return apart.map((one) => (one / most) ** rule);
}

/** Each judge's log odds divided by how many it stands for: itself, and every other as far as they err alike. */
function spread(odds: readonly number[], items: readonly SharedItem[]): readonly number[] {
  const judges = odds.map((_, at) => at);
  const pairs = judges.map((one) => judges.map((other) => errorCorrelation(items, one, other)));
  const apart = pairs.flatMap((row, one) => row.filter((_, other) => other < one));
  const common = sum(apart.map(({ value, of }) => value * of)) / Math.max(1, sum(apart.map(({ of }) => of)));
  return odds.map((own, one) => {
    const alike = judges.map((other) => {
      const { value, of } = pairs[one]?.[other] ?? { value: 0, of: 0 };
      return other === one ? 1 : Math.max(0, (of * value + commonWorth * common) / (of + commonWorth));
    });
    return own / sum(alike);
  });
}

/** Items that the mean correlation of the panel is worth to each pair of judges. */
const commonWorth = 60;

function errorCorrelation(items: readonly SharedItem[], one: number, other: number) {
  const both = items.flatMap((item) => {
    const [a, b] = [item[one], item[other]];
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
  const mean = (side: 0 | 1) => sum(both.map((pair) => pair[side])) / both.length;
  const [a, b] = [mean(0), mean(1)];
  const product = sum(both.map(([x, y]) => (x - a) * (y - b)));
  const squares = sum(both.map(([x]) => (x - a) ** 2)) * sum(both.map(([, y]) => (y - b) ** 2));
  return { value: squares > 0 ? product / Math.sqrt(squares) : 0, of: both.length };
}

/** As a panel decides: what differs by less than this part of the weight is a tie, which is half right. */
const leastLead = 0.05;

function decidedRight(item: SharedItem, weights: readonly number[]): number {
  let [right, wrong] = [0, 0];
  for (const [at, one] of item.entries()) {
    if (one === 1) right += weights[at] ?? 0;
    if (one === 0) wrong += weights[at] ?? 0;
  }
  if (Math.abs(right - wrong) <= leastLead * (right + wrong)) return 0.5;
  return right > wrong ? 1 : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
