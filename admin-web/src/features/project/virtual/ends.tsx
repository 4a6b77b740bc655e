import { useProject } from '../api.ts'
import { End } from '../end.tsx'
import { VIRTUAL, type Virtual } from './api.ts'

type Props = {
  row: Virtual
  archive: (change: { _id: string; updated: string; archived: boolean }, key: string) => Promise<unknown>
  remove: (id: string, key: string) => Promise<unknown>
  /** it is gone */
  onGone: () => void
}

const DELETE = { title: 'virtual.delete', about: 'virtual.deleteText', word: 'word.delete' } as const

/** CA-17: puts it away and takes it out again, or deletes it where nobody has anything of it. */
export function Ends({ row, archive, remove, onGone }: Props) {
  const { mayChange } = useProject()
  const { _id, updated, archived } = row
  if (!mayChange('project.write')) return null
  const isUnused = row.mint_count + row.mint_reserve === 0
  return (
    <section className="grid gap-5 rounded-lg border border-line p-4 md:p-5">
      <End
        row={row}
        title={archived ? 'virtual.reopen' : 'virtual.archive'}
        about={archived ? 'virtual.reopenText' : 'virtual.archiveText'}
        stale={VIRTUAL}
        act={(key) => archive({ _id, updated, archived: !archived }, key)}
      />
      {isUnused && (
        <End row={row} {...DELETE} stale={VIRTUAL} act={(key) => remove(_id, key)} onGone={onGone} />
      )}
    </section>
  )
}
