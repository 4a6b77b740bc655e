import { Picture } from '@talad/ui/components/picture'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Ident } from '../../../ui/ident.tsx'
import type { Virtual } from './api.ts'
import { VirtualState } from './columns.tsx'
import { Counters } from './counters.tsx'

type Props = {
  row: Virtual
  /** where it belongs */
  up: ReactNode
  /** before its name */
  number?: number
}

/** The title of a collection or an item, and how many there are of it. */
export function VirtualHead({ row, up, number }: Props) {
  return (
    <header className="grid gap-3">
      <title>{row.name}</title>
      <div className="grid gap-1">
        {up}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg wrap-anywhere">
            {number !== undefined && <span className="text-soft tabular-nums">#{number} </span>}
            {row.name}
          </h2>
          <VirtualState {...row} />
          <span className="text-sm text-soft">
            <Ident value={row.slug} />
          </span>
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-5">
        {row.assets.image !== undefined && (
          <Picture src={row.assets.image} alt="" className="size-20 rounded-md" />
        )}
        <Counters {...row} />
      </div>
    </header>
  )
}

export const upClass = 'w-fit text-sm font-semibold text-leaf underline'

/** To the collection that an item is of. */
export function ToCollection({ id, collection, name }: { id: string; collection: string; name: string }) {
  return (
    <Link
      to="/projects/$id/collections/$collection"
      params={{ id, collection }}
      search={{}}
      className={upClass}
    >
      {name}
    </Link>
  )
}
