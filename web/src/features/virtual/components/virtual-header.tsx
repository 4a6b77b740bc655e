import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import type { ReactNode } from 'react'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { ShareMenu } from '../../../market/sharing/share-menu.tsx'

type Props = {
  name: string
  description?: string | undefined
  /** wide, behind the name */
  cover?: string | undefined
  /** square, beside it; null: it has none; undefined: nothing has one there */
  picture?: string | null
  over?: ReactNode
  children?: ReactNode
}

/** The top of the page of a project or a virtual collection. */
export function VirtualHeader({ name, description, cover, picture, over, children }: Props) {
  const { language } = useVirtualText()
  const shown = inLanguage(name, language)
  const isRaised = cover !== undefined && picture !== undefined
  return (
    <div className="border-b border-line bg-surface">
      {cover && (
        <div aria-hidden="true" className="h-36 overflow-hidden bg-sunken md:h-56">
          <img src={cover} alt="" className="size-full object-cover" />
        </div>
      )}
      <div
        className={`page relative grid gap-5 pb-6 md:gap-8 md:pb-8 ${picture === undefined ? '' : 'md:grid-cols-[auto_1fr]'} ${isRaised ? '' : 'pt-6 md:pt-8'}`}
      >
        {picture !== undefined && (
          <Picture
            eager
            src={picture}
            alt={shown}
            className={`relative w-28 rounded-lg md:w-36 ${isRaised ? '-mt-14 ring-4 ring-surface md:-mt-16' : ''}`}
          />
        )}
        <div className={isRaised || (cover && picture === undefined) ? 'md:pt-4' : ''}>
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              {over}
              <h1 className="title text-2xl break-words md:text-3xl">{shown}</h1>
            </div>
            <ShareMenu text={shown} />
          </div>
          {description && (
            <p className="mt-3 max-w-prose break-words whitespace-pre-line text-soft">
              {inLanguage(description, language, '\n\n')}
            </p>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
