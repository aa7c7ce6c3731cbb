(function (search) { "use strict"; })(window.skillsiteSearch = window.skillsiteSearch || {});
