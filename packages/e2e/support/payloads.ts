/** Global variable that a payload sets when it runs. */
export const XSS_MARK = '__xss';

/**
 * Texts with which attackers try to run scripts in pages. Each fits into the shortest text field (35 UTF-16 units), so
 * that every field can be tested with each of them.
 */
export const hostilePayloads: readonly string[] = [
  // Script elements, and texts that close the element around them.
  '<script>__xss=1</script>',
  '<ScRiPt/x>__xss=1</sCrIpT\t>',
  '<script src=data:,__xss=1></script>',
  '</script><script>__xss=1</script>',
  '</title><script>__xss=1</script>',
  '</style><script>__xss=1</script>',
  '</textarea><script>__xss=1</script>',
  '--><script>__xss=1</script>',
  ']]><script>__xss=1</script>',
  '<!--<script>__xss=1</script>',
  '<scr<script>ipt>__xss=1</script>',
  '<template><script>__xss=1</script>',
  // Event handlers.
  '<img src=x onerror=__xss=1>',
  '<img src=x onerror\n=__xss=1//',
  '<body onload=__xss=1>',
  '<details open ontoggle=__xss=1>',
  '<input autofocus onfocus=__xss=1>',
  '<video src=x onerror=__xss=1>',
  '<a onmouseover=__xss=1>x</a>',
  '<marquee onstart=__xss=1>',
  // SVG, MathML and markup that parsers change.
  '<svg onload=__xss=1>',
  '<svg/onload=__xss=1//',
  '<svg><script>__xss=1</script>',
  '<svg><a href=javascript:__xss=1>',
  '<math href=javascript:__xss=1>x',
  '<math><mi><style><img onerror=x>',
  '<p title="</p><svg onload=__xss=1>"',
  // Texts that close an attribute, for every kind of quotes.
  '" onmouseover="__xss=1',
  "' autofocus onfocus='__xss=1",
  '` onerror=__xss=1 `',
  '"><img src=x onerror=__xss=1>',
  "'><svg onload=__xss=1>",
  'x" style="x:expression(__xss=1)',
  // Addresses that run scripts.
  'javascript:__xss=1',
  'JaVaScRiPt:__xss=1//',
  'java&#9;script:__xss=1',
  'vbscript:__xss=1',
  '<a href=javascript:__xss=1>x</a>',
  '<a href="data:text/html,<svg>">x',
  'https://x.test/" onclick="__xss=1',
  '[x](javascript:__xss=1)',
  '![x](x"onerror="__xss=1)',
  '<javascript:__xss=1>',
  // Templates, JSON and escape sequences.
  '{{__xss=1}}',
  `\${__xss=1}#{__xss=1}<%=__xss=1%>`,
  '{"__html":"<svg onload=__xss=1>"}',
  '"};__xss=1;//',
  '\\"};__xss=1;//',
  "'-(__xss=1)-'",
  '\\u003csvg onload=__xss=1\\u003e',
  '&lt;svg onload=__xss=1&gt;',
  '&#60;svg onload=__xss=1&#62;',
  '%3Csvg%20onload=__xss=1%3E',
  '＜svg onload=__xss=1＞',
  'שלום <img src=x onerror=__xss=1>',
  // Payloads that bypass a content security policy, and embedded content.
  '<base href=//x.example>',
  '<meta http-equiv=refresh content=0>',
  '<iframe srcdoc=<svg/onload=__xss=1>',
  '<iframe src=javascript:__xss=1>',
  '<object data=javascript:__xss=1>',
  '<embed src=javascript:__xss=1>',
  '<form action=javascript:__xss=1>',
  '<button formaction=javascript:x>',
  '<link rel=stylesheet href=//x>',
  "<style>@import'//x.example'</style>",
];

/** All payloads, joined to texts of at most `limit` UTF-16 units. */
export function joinedPayloads(limit: number): string[] {
  const texts: string[] = [];
  for (const payload of hostilePayloads) {
    const textIndex = texts.findIndex((text) => text.length + 1 + payload.length <= limit);
    if (textIndex < 0) texts.push(payload);
    else texts[textIndex] = `${texts[textIndex]} ${payload}`;
  }
  return texts;
}
