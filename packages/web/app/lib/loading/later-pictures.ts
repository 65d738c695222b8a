/**
 * Script in the head that marks the document (`data-untouched`) until a visitor uses the page or sees an element of the
 * class `laterPictures`. Meanwhile the style sheet keeps the browser from loading pictures in such elements: browsers
 * load lazy pictures that are more than a screen away, and most visitors of a first page never get there. Afterwards
 * the browser loads them as early as it does elsewhere. Signed-in people always use the page.
 */
export const laterPicturesScript = `(function(r,n){if(r.dataset.session)return;var o=new IntersectionObserver(function(s){s.some(function(e){return e.isIntersecting})&&use()});
function use(){delete r.dataset.untouched;o.disconnect();n.forEach(function(t){removeEventListener(t,use,true)})}
r.dataset.untouched='';n.forEach(function(t){addEventListener(t,use,{capture:true,passive:true})});
addEventListener('DOMContentLoaded',function(){document.querySelectorAll('.laterPictures').forEach(function(e){o.observe(e)})})})(document.documentElement,['scroll','pointerdown','wheel','keydown'])`;
