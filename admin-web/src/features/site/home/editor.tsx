import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'
import type { Palette } from '@talad/proto/site/palette'
import { sectionKinds } from '@talad/proto/site/sections'
import type { Light } from '@talad/proto/site/theme'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { HOME, sectionsOf } from '../api.ts'
import { Publishing } from '../publishing.tsx'
import { Changes } from './changes.tsx'
import { Preview } from './preview.tsx'
import { SchemaForm } from './schema-form.tsx'
import { SectionList } from './section-list.tsx'
import { type Home, useHome } from './use-home.ts'
import { kindTexts } from './words.ts'

type Props = { state: DocumentShown; origin: string; palettes: Record<Light, Palette> | null }

/** AW-13: writes the home of a site: its sections, what each of them says, and how that looks. */
export function HomeEditor({ state, origin, palettes }: Props) {
  const { t } = useText()
  const home = useHome(state)
  const [open, setOpen] = useState(home.sections[0]?.id)
  const [isSeen, setSeen] = useState(false)
  const section = home.sections.find(({ id }) => id === open)
  const at = home.sections.findIndex(({ id }) => id === open)
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    const act = event.shiftKey ? home.redo : home.undo
    act?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is for whatever is in it; buttons do the same
    <div className="grid gap-5" onKeyDown={keys}>
      <Trouble home={home} />
      <Bar home={home} isSeen={isSeen} onSee={() => setSeen(!isSeen)} />
      <div
        className={`grid items-start gap-5 ${isSeen ? 'xl:grid-cols-[17rem_minmax(0,1fr)_minmax(0,1.2fr)]' : 'lg:grid-cols-[20rem_minmax(0,1fr)]'}`}
      >
        <SectionList
          sections={home.sections}
          open={open}
          faults={home.faults}
          onOpen={setOpen}
          onChange={home.change}
        />
        {section ? (
          <section key={section.id} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
            <h2 className="text-base">{t(kindTexts[section.kind])}</h2>
            <SchemaForm
              schema={sectionKinds[section.kind]}
              name={section.kind}
              value={section}
              path={`sections.${at}`}
              faults={home.faults}
              onChange={(next, path) =>
                home.change(
                  // what is not valid yet is told by the field; it is neither saved nor shown
                  home.sections.map((one) => (one.id === section.id ? (next as typeof section) : one)),
                  `${section.id} ${path}`,
                )
              }
            />
          </section>
        ) : (
          <p className="text-soft">{t('home.choose')}</p>
        )}
        {isSeen && origin !== '' && <Preview origin={origin} sections={home.sections} palettes={palettes} />}
      </div>
      <Publishing
        state={home.base}
        document={HOME}
        isReady={!home.isDirty && !home.isSaving && !home.conflict}
        onDone={home.keep}
      >
        <Changes before={sectionsOf(home.base.published?.content)} after={home.sections} />
      </Publishing>
    </div>
  )
}

function Bar({ home, isSeen, onSee }: { home: Home; isSeen: boolean; onSee: () => void }) {
  const { t } = useText()
  const { isDirty, isSaving, faults } = home
  return (
    <div className="sticky top-14 z-10 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface p-2 shadow-card">
      <Button size="small" look="quiet" disabled={!home.undo} onClick={() => home.undo?.()}>
        {t('home.undo')}
      </Button>
      <Button size="small" look="quiet" disabled={!home.redo} onClick={() => home.redo?.()}>
        {t('home.redo')}
      </Button>
      <Button size="small" look="quiet" aria-pressed={isSeen} onClick={onSee}>
        {t(isSeen ? 'preview.hide' : 'preview.show')}
      </Button>
      <p role="status" className="px-2 text-sm text-soft">
        {t(
          faults.length > 0
            ? 'home.unfinished'
            : isSaving
              ? 'home.saving'
              : isDirty
                ? 'editing.unsaved'
                : 'editing.isSaved',
        )}
      </p>
    </div>
  )
}

/** Why it could not be saved; what was typed stays. */
function Trouble({ home }: { home: Home }) {
  const { t } = useText()
  const { conflict, failure, save } = home
  if (!failure) return null
  return (
    <div role="alert">
      <Notice tone="bad">
        {conflict ? (
          <>
            <p className="font-semibold">{t('decision.conflict')}</p>
            <p>{t('editing.behind')}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="small" look="quiet" onClick={conflict.load}>
                {t('editing.load')}
              </Button>
              <Button size="small" look="quiet" onClick={conflict.keepMine}>
                {t('editing.keepMine')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{messageOf(failure)}</p>
            <Button size="small" look="quiet" className="mt-2" onClick={save}>
              {t('common.retry')}
            </Button>
          </>
        )}
      </Notice>
    </div>
  )
}
