// The listing of a tree, asked where it stands, says what a list of all paths would say.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListedTree, laidOver } from './listed-tree.ts';

/** Names that sort before and after a slash, and one that begins another. */
const name = fc.constantFrom('a', 'a-b', 'a.b', 'a0', 'ab', 'b', 'ü', 'z z');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

/** As git lists it; a file in the place of a folder is left out. */
function listed(files: readonly string[]): { readonly lines: Buffer; readonly folders: ReadonlySet<string> } {
  const folders = new Set(files.flatMap((file) => above(file)));
  const entries = [
    ...files.map((one) => ['100644 blob', one, one]),
    ...[...folders].map((one) => ['040000 tree', one, `${one}/`]),
  ];
  const sorted = entries.toSorted(([, , one = ''], [, , other = '']) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return { lines: Buffer.from(sorted.map(([kind, one]) => `${kind} 0123abcd\t${one}\0`).join('')), folders };
}

function above(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

it('finds files, folders and what is in them', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { maxLength: 12 }),
      fc.uniqueArray(path),
      fc.uniqueArray(path),
      (some, asked, laid) => {
        const files = some.filter((file) => !some.some((other) => other.startsWith(`${file}/`)));
        const { lines, folders } = listed(files);
        const tree = new ListedTree(lines);
        const over = laidOver(
          tree,
          laid.map((one, at) => (at % 2 === 0 ? { path: one } : { path: one, file: {} })),
        );
        const all = [
          ...files.filter((file) => !laid.includes(file)),
          ...laid.filter((_, at) => at % 2 === 1),
        ];
        for (const one of [...asked, ...files, ...folders]) {
          expect(tree.has(one)).toBe(files.includes(one));
          expect(tree.isFolder(one)).toBe(folders.has(one));
          expect([...tree.below(one)].toSorted()).toEqual(
            files.filter((file) => file.startsWith(`${one}/`)).toSorted(),
          );
          expect(over.has(one)).toBe(all.includes(one));
          expect([...over.below(one)].toSorted()).toEqual(
            all.filter((file) => file.startsWith(`${one}/`)).toSorted(),
          );
          expect(over.isFolder(one)).toBe(all.some((file) => file.startsWith(`${one}/`)));
        }
        expect([...tree.below('')].toSorted()).toEqual(files.toSorted());
        for (const folder of ['', ...folders]) {
          const inside = [...files, ...folders].filter(
            (one) => one !== folder && one.replace(/\/?[^/]*$/, '') === folder,
          );
          expect([...tree.in(folder)].map((entry) => entry.path).toSorted()).toEqual(inside.toSorted());
        }
      },
    ),
  );
});
