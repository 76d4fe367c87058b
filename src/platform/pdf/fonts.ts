import { fileURLToPath } from "node:url"

/** A font by its file in the package: next to the entry of packages that export nothing else. */
const file = (packageName: string, path: string) => fileURLToPath(new URL(path, import.meta.resolve(packageName)))

const google = (name: string, path: string) => file(`@expo-google-fonts/${name}/package.json`, path)

/** A family, its files, and what it is there for; the first that has a character sets it (proof-54). */
export const families = {
  latin: {
    name: "Noto Sans",
    regular: file("@embedpdf/fonts-latin", "../fonts/NotoSans-Regular.ttf"),
    bold: file("@embedpdf/fonts-latin", "../fonts/NotoSans-Bold.ttf")
  },
  hebrew: {
    name: "Noto Sans Hebrew",
    regular: file("@embedpdf/fonts-hebrew", "../fonts/NotoSansHebrew-Regular.ttf"),
    bold: file("@embedpdf/fonts-hebrew", "../fonts/NotoSansHebrew-Bold.ttf")
  },
  arabic: {
    name: "Noto Naskh Arabic",
    regular: file("@embedpdf/fonts-arabic", "../fonts/NotoNaskhArabic-Regular.ttf"),
    bold: file("@embedpdf/fonts-arabic", "../fonts/NotoNaskhArabic-Bold.ttf")
  },
  devanagari: {
    name: "Noto Sans Devanagari",
    regular: google("noto-sans-devanagari", "400Regular/NotoSansDevanagari_400Regular.ttf"),
    bold: google("noto-sans-devanagari", "700Bold/NotoSansDevanagari_700Bold.ttf")
  },
  thai: {
    name: "Noto Sans Thai",
    regular: google("noto-sans-thai", "400Regular/NotoSansThai_400Regular.ttf"),
    bold: google("noto-sans-thai", "700Bold/NotoSansThai_700Bold.ttf")
  },
  // Chinese in both forms and Japanese in one weight and 12 MB, where others take 40 MB for each language.
  han: {
    name: "Chocolate Classical Sans",
    regular: google("chocolate-classical-sans", "400Regular/ChocolateClassicalSans_400Regular.ttf"),
    bold: undefined
  },
  hangul: {
    name: "NanumGothic",
    regular: google("nanum-gothic", "400Regular/NanumGothic_400Regular.ttf"),
    bold: google("nanum-gothic", "700Bold/NanumGothic_700Bold.ttf")
  },
  // Armenian, Georgian, and signs that the others lack.
  signs: {
    name: "DejaVu Sans",
    regular: file("dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "DejaVuSans.ttf"),
    bold: file("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf", "DejaVuSans-Bold.ttf")
  },
  emoji: {
    name: "Noto Emoji",
    regular: google("noto-emoji", "400Regular/NotoEmoji_400Regular.ttf"),
    bold: undefined
  }
} as const
