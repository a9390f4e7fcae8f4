import { DomUtils } from 'htmlparser2'
import { getLocalName, type XmlElement } from './office-xml.ts'

/** Returns an equation of Word on one line, such as n = N/(1 + N(e)^2), or "[formula]" if it has no text. */
export function getLinearFormula(equation: XmlElement): string {
  return writeParts(equation).replaceAll(/\s+/g, ' ').trim() || '[formula]'
}

const writeParts = (element: XmlElement): string => DomUtils.getChildren(element).map(write).join('')

function write(node: ReturnType<typeof DomUtils.getChildren>[number]): string {
  if (!('attribs' in node)) {
    return ''
  }
  const part = (name: string) => parts(node, name).map(writeParts).join('')
  switch (getLocalName(node)) {
    case 't':
      return DomUtils.textContent(node)
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return grouped(part('e')) + getIndices(part('sub'), part('sup'))
    case 'sPre':
      return getIndices(part('sub'), part('sup')) + grouped(part('e'))
    case 'limLow':
      return `${part('e')}_${grouped(part('lim'))} `
    case 'limUpp':
      return `${part('e')}^${grouped(part('lim'))} `
    case 'rad':
      return `${getSetting(node, 'degHide') === null && part('deg') !== '' ? grouped(part('deg')) : ''}√${grouped(part('e'))}`
    case 'nary':
      return `${getSetting(node, 'chr') ?? '∫'}${getIndices(part('sub'), part('sup'))} ${part('e')}`
    case 'd': {
      const inside = parts(node, 'e').map(writeParts)
      return `${getSetting(node, 'begChr') ?? '('}${inside.join(getSetting(node, 'sepChr') ?? '|')}${getSetting(node, 'endChr') ?? ')'}`
    }
    case 'm':
      return `[${parts(node, 'mr')
        .map((row) => parts(row, 'e').map(writeParts).join(', '))
        .join('; ')}]`
    case 'acc':
      return `${part('e')}${getSetting(node, 'chr') ?? '\u0302'}`
    case 'bar':
      return `${part('e')}\u0305`
    case 'func':
      return `${part('fName')} ${part('e')}`
    default:
      return getLocalName(node).endsWith('Pr') ? '' : writeParts(node)
  }
}

const parts = (element: XmlElement, name: string): XmlElement[] =>
  DomUtils.getChildren(element).filter((child): child is XmlElement => 'attribs' in child && getLocalName(child) === name)

/** Returns a value of an element's properties; null when it is not stated, '' when it is stated as empty. */
function getSetting(element: XmlElement, name: string): string | null {
  const [properties] = parts(element, `${getLocalName(element)}Pr`)
  const [setting] = properties ? parts(properties, name) : []
  return setting ? (Object.entries(setting.attribs).find(([key]) => key.replace(/^.*:/, '') === 'val')?.[1] ?? '') : null
}

const getIndices = (sub: string, sup: string) => `${sub && `_${grouped(sub)}`}${sup && `^${grouped(sup)}`}`

/** Returns an operand in brackets, unless it is one number or name, or has brackets already. */
const grouped = (text: string) => (/^(?:[\p{L}\p{N}\p{M}.]*|\([^()]*\))$/u.test(text.trim()) ? text.trim() : `(${text.trim()})`)
