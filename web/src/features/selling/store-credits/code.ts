/** '7k3m-9qxr' → '7K3M9QXR' */
export const plainCode = (typed: string) => typed.replace(/[.\-/ ]/g, '').toUpperCase()

/** '7K3M9QXR' → '7K3M-9QXR' */
export const codeText = (code: string) => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)
