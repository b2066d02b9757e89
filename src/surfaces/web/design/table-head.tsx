// The head of a table: the titles of its columns, those of figures to the right.

export type TableColumn = string | readonly [title: string, look: 'figure'];

export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [title, look] = typeof column === 'string' ? [column] : column;
          return (
            <th key={title} scope="col" className={look}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
