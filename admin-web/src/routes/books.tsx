import '../i18n/desk.ts'
import { useQuery } from '@tanstack/react-query'
import { booksQuery, proofSource } from '../features/books/api.ts'
import { proofColumns } from '../features/books/columns.tsx'
import { Overview } from '../features/books/overview.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** Whether the books are whole: the sum of every kind of account, and every proof (LG-1, LG-17). */
export default function BooksPage() {
  const { t } = useText()
  return (
    <Desk title={t('books.title')}>
      <div className="grid gap-6">
        <Loaded query={useQuery(booksQuery)}>{(books) => <Overview books={books} />}</Loaded>
        <h2 className="text-base">{t('books.proofs')}</h2>
        <DataTable
          name="proofs"
          caption="books.proofs"
          columns={proofColumns}
          source={proofSource}
          keyOf={({ _id }) => _id}
          plain
        />
      </div>
    </Desk>
  )
}
