// Adds to Allure what it has no page for: the verdict of the run and its coverage. Neither counts as a test.
(function () {
    'use strict';
    var run = {{run}};

    function view(html) {
        return Backbone.Marionette.View.extend({
            className: 'seatrial',
            template: function () { return html; }
        });
    }

    allure.api.addTranslation('en', {
        tab: { coverage: { name: run.coverageName } }
    });

    allure.api.addTab('coverage', {
        title: 'tab.coverage.name', icon: 'fa fa-check-square-o', route: 'coverage',
        onEnter: function () {
            var Page = allure.components.AppLayout.extend({
                getContentView: function () { return new (view(run.coverage))(); }
            });
            return new Page({ tabName: 'tab.coverage.name' });
        }
    });

    // The data is here already: there is nothing to fetch.
    var Ready = Backbone.Model.extend({ fetch: function () { return jQuery.when(); } });
    allure.api.addWidget('widgets', 'verdict', view(run.verdict), Ready);

    // Widgets stand in the order in which they were added; the verdict comes first.
    var all = allure.api.widgets.widgets;
    allure.api.widgets.widgets = Object.assign({ verdict: all.verdict }, all);
}());
