import type { Section, SectionKind } from '@talad/proto/site/sections'
import { Button } from '@talad/ui/components/button'
import { SelectField } from '@talad/ui/components/field'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Move } from './move.tsx'
import { kinds, newSection } from './new-section.ts'
import { moved } from './steps.ts'
import { kindTexts, titleOf } from './words.ts'

type Props = {
  sections: Section[]
  open: string | undefined
  faults: readonly string[]
  onOpen: (id: string) => void
  onChange: (sections: Section[], what: string) => void
}

const MOST = 25

/** The sections of a page from top to bottom: buttons move them, so that keys and fingers can. */
export function SectionList({ sections, open, faults, onOpen, onChange }: Props) {
  const { t, language } = useText()
  const [kind, setKind] = useState<SectionKind>('content-body')
  const add = () => {
    const added = newSection(kind)
    onChange([...sections, added], `add ${added.id}`)
    onOpen(added.id)
  }
  return (
    <div className="grid content-start gap-3">
      <ol className="grid gap-2" aria-label={t('home.sections')}>
        {sections.map((section, at) => {
          const { id } = section
          const name = `${t(kindTexts[section.kind])} ${titleOf(section, language)}`
          const isWrong = faults.some((path) => path.startsWith(`sections.${at}.`))
          const move = (by: -1 | 1) => onChange(moved(sections, id, by), `move ${id} ${by}`)
          return (
            <li
              key={id}
              className={`flex items-center gap-1 rounded-md border bg-surface p-1 ${isWrong ? 'border-chili' : open === id ? 'border-leaf' : 'border-line'}`}
            >
              <button
                type="button"
                aria-pressed={open === id}
                onClick={() => onOpen(id)}
                className="min-h-10 min-w-0 flex-1 rounded-sm px-2 text-left text-sm hover:bg-sunken"
              >
                <span className="block font-semibold">{t(kindTexts[section.kind])}</span>
                <span className="block truncate text-soft">{titleOf(section, language)}</span>
                {isWrong && <span className="block text-chili">{t('home.wrong')}</span>}
              </button>
              <Move label={t('home.up', { name })} sign="↑" isOff={at === 0} act={() => move(-1)} />
              <Move
                label={t('home.down', { name })}
                sign="↓"
                isOff={at === sections.length - 1}
                act={() => move(1)}
              />
              <Move
                label={t('home.remove', { name })}
                sign="×"
                isOff={false}
                act={() =>
                  onChange(
                    sections.filter((one) => one.id !== id),
                    `remove ${id}`,
                  )
                }
              />
            </li>
          )
        })}
      </ol>
      {sections.length === 0 && <p className="text-sm text-soft">{t('home.none')}</p>}
      <div className="grid gap-2">
        <SelectField
          label={t('home.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
          onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? kind)}
        />
        <Button size="small" look="quiet" disabled={sections.length >= MOST} onClick={add}>
          {t('home.add')}
        </Button>
      </div>
    </div>
  )
}
