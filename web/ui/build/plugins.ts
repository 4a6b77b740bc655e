import type { Plugin } from 'vite'

/** What the first line of every page is written in. */
const FIRST = [/anuphan-thai/, /anuphan-basic/, /chonburi-thai/]

/** Lets the browser fetch the faces beside the style sheet, instead of after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'talad-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2') && FIRST.some((name) => name.test(file)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          })),
    },
  }
}

const JSON_SCHEMA = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/**
 * zod's schemas know how to write themselves as JSON schema. Servers do that for their documentation, a page never does,
 * and every schema brings it along: it is left out, every name that it exports stands for one that refuses.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'talad-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: JSON_SCHEMA },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        // Making a schema makes its writers: those are functions which answer functions.
        const missing = `const missing = () => () => { throw new Error('JSON schemas are not part of an app') }`
        return `${missing}\nexport { ${names.map((name) => `missing as ${name}`).join(', ')} }`
      },
    },
  }
}

const CONTRACT = /\/proto\/(?:http|site)\/.+\.ts$/
const DESCRIPTION = /\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`)\s*,?\s*\)/g

const ZOD_ENGLISH = /\/zod\/v4\/locales\/en\.js$/

/** zod's own sentences about what is wrong, in English: forms say it in the words of the catalogues. */
export function withoutZodSentences(): Plugin {
  return {
    name: 'talad-without-zod-sentences',
    apply: 'build',
    transform: { filter: { id: ZOD_ENGLISH }, handler: () => 'export default () => ({})' },
  }
}

const ZOD_SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/
const LEAST = 1_000
/** `z.string().email(params) { … }` and its like */
const OLD_FORMAT =
  /^ {4}\w+\(params\) \{\n\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gm

/**
 * Every string of zod brings all formats along for the sake of its older methods (`z.string().email()`, today `z.email()`),
 * and every object a writer of code, which our policy forbids to run: both are left out.
 */
export function withoutZodFormats(): Plugin {
  return {
    name: 'talad-without-zod-formats',
    apply: 'build',
    transform: {
      filter: { id: ZOD_SCHEMAS },
      handler(code) {
        const without = code
          .replace(OLD_FORMAT, '')
          .replace('core.$ZodObjectJIT.init(', 'core.$ZodObject.init(')
        if (code.length - without.length < LEAST) this.error('zod is made otherwise now')
        return without
      },
    },
  }
}

/** The summary of a call, and the codes that it may be refused with. */
const FACTS = /^\s*(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`)|errors: \[[^[\]]*\]),\n/gm

/** What the contracts tell servers and readers of their documentation is not for pages, which would only carry it. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'talad-without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler: (code) => code.replace(DESCRIPTION, '').replace(FACTS, ''),
    },
  }
}
