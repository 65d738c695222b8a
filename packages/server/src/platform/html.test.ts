import { describe, expect, it } from 'vitest';
import { html, trustedHtml } from './html.ts';

describe('html', () => {
  it('escapes values for text and quoted attributes', () => {
    const hostileText = `<script>alert('1')</script> & "x"`;
    expect(html`<a title="${hostileText}">${hostileText}</a>`.toString()).toBe(
      '<a title="&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;">' +
        '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;</a>',
    );
  });

  it('keeps markup, joins lists and drops empty values', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>0',
    );
    expect(html`${trustedHtml('<br>')}`.toString()).toBe('<br>');
  });

  it('escapes objects that only look like markup', () => {
    const disguisedMarkup = { toString: () => '<b>' } as unknown as string;
    expect(html`${disguisedMarkup}`.toString()).toBe('&lt;b&gt;');
  });
});
