import { lookContent } from '@talad/proto/http/gateway/site-document'
import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'
import { queryClient } from '@talad/ui/client/query'
import { TextArea, TextField } from '@talad/ui/components/field'
import { useText } from '../../../i18n/index.ts'
import { EditingBar, EditingTrouble, useEditing } from '../../../ui/editing.tsx'
import { PictureUpload } from '../../../ui/picture-upload.tsx'
import { documentQuery, LOOK, saveLook } from '../api.ts'
import { FieldChanges } from '../home/changes.tsx'
import { changesOfFields } from '../home/changes-of.ts'
import { Publishing } from '../publishing.tsx'
import { lookOf, withoutEmpty } from './draft.ts'
import { derived, ThemeFields } from './theme-fields.tsx'

type Look = ReturnType<typeof lookOf>
const languages = ['th', 'en'] as const
const texts = {
  need_creator: 'look.needCreator',
  support: 'look.supportText',
  footer: 'look.footer',
} as const

/** How a site looks and what it says of itself: a draft that is saved by hand, and published. */
export function LookEditor({ state }: { state: DocumentShown }) {
  const { t } = useText()
  const query = documentQuery(state.site_id, LOOK)
  const editing = useEditing(state, {
    stampOf: ({ version }) => version,
    toDraft: lookOf,
    save: (look, { site_id, version }, key) =>
      saveLook({ site_id, version, content: withoutEmpty(look) }, `${key}-${version}`),
    keep: (saved) => queryClient.setQueryData(query.queryKey, saved),
    again: () => queryClient.invalidateQueries(query),
  })
  const { draft: look, setDraft } = editing
  const set = (part: Partial<Look>) => setDraft({ ...look, ...part })
  const read = lookContent.safeParse(withoutEmpty(look))
  const isReadable = derived(look.theme)?.faults.length === 0
  const before = lookContent.safeParse(state.published?.content).data
  return (
    <div className="grid gap-6">
      <EditingTrouble editing={editing} faults={editing.failure !== null && !read.success} />
      <section className="grid gap-4">
        <h2 className="text-base">{t('look.colours')}</h2>
        <ThemeFields theme={look.theme} onChange={(theme) => set({ theme })} />
      </section>
      <About look={look} onChange={set} />
      <section className="grid gap-4">
        <h2 className="text-base">{t('look.texts')}</h2>
        <p className="text-sm text-soft">{t('look.textsHint')}</p>
        <TextField
          label={t('look.email')}
          type="email"
          value={look.support.email ?? ''}
          onChange={({ target }) => set({ support: { email: target.value === '' ? null : target.value } })}
        />
        {(['need_creator', 'support', 'footer'] as const).map((name) => (
          <div key={name} className="grid gap-3 md:grid-cols-2">
            {languages.map((language) => (
              <TextArea
                key={language}
                rows={3}
                label={`${t(texts[name])} · ${t(language === 'th' ? 'section.th' : 'section.en')}`}
                value={look.texts[name]?.[language] ?? ''}
                onChange={({ target }) => {
                  const now = look.texts[name] ?? { th: '', en: '' }
                  set({ texts: { ...look.texts, [name]: { ...now, [language]: target.value } } })
                }}
              />
            ))}
          </div>
        ))}
      </section>
      {!read.success && <p className="text-sm text-chili">{t('home.unfinished')}</p>}
      {read.success && <EditingBar editing={editing} />}
      <Publishing
        state={editing.base}
        document={LOOK}
        isReady={!editing.isDirty && !editing.isBehind && isReadable}
        onDone={(saved) => editing.rebase(saved, true)}
      >
        <FieldChanges fields={changesOfFields(before ?? {}, look)} />
      </Publishing>
    </div>
  )
}

const pictures = { logo: 'look.logo', favicon: 'look.favicon', card: 'look.card' } as const

/** What search engines and shared links tell of a site. */
function About({ look, onChange }: { look: Look; onChange: (part: Partial<Look>) => void }) {
  const { t } = useText()
  const { metadata } = look
  const set = (part: Partial<Look['metadata']>) => onChange({ metadata: { ...metadata, ...part } })
  return (
    <section className="grid gap-4">
      <h2 className="text-base">{t('look.about')}</h2>
      <div className="grid gap-3 md:grid-cols-2">
        {languages.map((language) => {
          const name = t(language === 'th' ? 'section.th' : 'section.en')
          return (
            <div key={language} className="grid gap-3">
              <TextField
                label={`${t('look.title')} · ${name}`}
                maxLength={50}
                value={metadata.title[language]}
                onChange={({ target }) => set({ title: { ...metadata.title, [language]: target.value } })}
              />
              <TextArea
                label={`${t('look.description')} · ${name}`}
                rows={2}
                maxLength={300}
                value={metadata.description[language]}
                onChange={({ target }) =>
                  set({ description: { ...metadata.description, [language]: target.value } })
                }
              />
            </div>
          )
        })}
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        {(['logo', 'favicon', 'card'] as const).map((name) => (
          <div key={name} className="grid content-start gap-2">
            <TextField
              label={t(pictures[name])}
              value={metadata[name] ?? ''}
              onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
            />
            <PictureUpload onUploaded={(path) => set({ [name]: path })} />
          </div>
        ))}
      </div>
    </section>
  )
}
