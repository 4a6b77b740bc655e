import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { Skeleton } from '@talad/ui/components/status'
import type { ReactNode } from 'react'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { ownPicture } from '../../../market/virtual/own-picture.ts'
import type { Counted } from '../../../market/virtual/supply.ts'
import { SupplyLine } from './supply.tsx'

type Props = {
  of: Counted & { name: string; image: string | null }
  eager?: boolean
  /** what stands above the name */
  over?: ReactNode
}

/** A virtual collection or an item in a grid: its picture, its name, how many there are. */
export function VirtualCard({ of, eager = false, over }: Props) {
  const { language } = useVirtualText()
  return (
    <div className="group h-full overflow-hidden rounded-lg bg-surface shadow-card transition-shadow hover:shadow-lift">
      <Picture src={ownPicture(of.image) ?? null} alt="" eager={eager} />
      <div className="grid gap-0.5 px-3.5 py-3">
        {over}
        <h3 className="line-clamp-2 text-base font-semibold group-hover:text-leaf">
          {inLanguage(of.name, language)}
        </h3>
        <SupplyLine of={of} />
      </div>
    </div>
  )
}

const waiting = Array.from({ length: 6 }, (_, index) => index)

/** Where cards will be. */
export function VirtualCardsWaiting() {
  return (
    <div aria-hidden="true" className="card-grid">
      {waiting.map((index) => (
        <div key={index}>
          <Skeleton className="aspect-square rounded-b-none" />
          <Skeleton className="mt-2 h-14" />
        </div>
      ))}
    </div>
  )
}
